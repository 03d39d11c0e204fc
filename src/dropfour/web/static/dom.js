// The few lines of DOM building that every view needs.

const SVG = "http://www.w3.org/2000/svg";

/** The one element of a selector; a page without it is a programming error. */
export function $(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`no element ${selector}`);
  return found;
}

/**
 * An HTML element. Properties starting with "on" are listeners, "class" and "aria-…"/"data-…" are
 * attributes, anything else is a property.
 */
export function h(tag, properties = {}, ...children) {
  return build(document.createElement(tag), properties, children);
}

/** An SVG element; all properties but listeners are attributes. */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function build(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class" || name === "for" || name === "role" || name.includes("-")) {
      if (value !== false) element.setAttribute(name, value);
    } else element[name] = value;
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Offers a text or a blob as a file. */
export function download(name, content, type = "text/plain") {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Calls `action` once things have been quiet for so long. `now` calls it at once, `flush` only if a
 * call is due; both wait for its end, and `busy` says whether there is one to wait for.
 */
export function debounced(action, quiet_ms) {
  let timer = 0;
  let running = null;
  const now = () => {
    clearTimeout(timer);
    timer = 0;
    const mine = Promise.resolve(action()).finally(() => {
      if (running === mine) running = null;
    });
    running = mine;
    return mine;
  };
  const call = () => {
    clearTimeout(timer);
    timer = setTimeout(now, quiet_ms);
  };
  return Object.assign(call, {
    now,
    flush: () => (timer ? now() : running),
    busy: () => Boolean(timer || running),
  });
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
