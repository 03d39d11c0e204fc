// The few lines of DOM building that every view needs.

const SVG = "http://www.w3.org/2000/svg";

/** The one element of a selector; a page without it is a programming error. */
export function $(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`no element ${selector}`);
  return found;
}

/**
 * An HTML element: h("p.quiet", { title }, "text", child, null). Properties starting with "on" are
 * listeners, "class", "for", "role" and those with a dash attributes. Null adds nothing.
 */
export function h(selector, ...content) {
  const isAttribute = (name) => ["class", "for", "role"].includes(name) || name.includes("-");
  return build((tag) => document.createElement(tag), isAttribute, selector, content);
}

/** An SVG element; all properties but listeners are attributes. */
export function s(selector, ...content) {
  return build(
    (tag) => document.createElementNS(SVG, tag),
    () => true,
    selector,
    content,
  );
}

function build(create, isAttribute, selector, content) {
  const [tag, ...marks] = selector.split(/(?=[.#])/);
  const element = create(tag);
  if (tag === "button") element.type = "button";
  for (const mark of marks) {
    if (mark[0] === "#") element.id = mark.slice(1);
    else element.classList.add(mark.slice(1));
  }
  const given = (value) => value !== null && value !== undefined;
  const [properties, ...children] = content[0]?.constructor === Object ? content : [{}, ...content];
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (!given(value)) continue;
    else if (isAttribute(name)) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.flat().filter(given));
  return element;
}
