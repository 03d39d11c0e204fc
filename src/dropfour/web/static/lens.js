// Which part of a drawing is seen, and how large: plain data and functions over it, no DOM.
//
//   lens = { size, room, least, most, scale, x, y }
//
// `size` is the drawing's, in its own units; `room` that of the window onto it, in pixels. `scale`
// is pixels for a unit, from `least` to `most`; x and y are what lies in the window's upper left.

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/**
 * All of a drawing, no larger than `largest`. Where that would be smaller than `readable`, a part
 * of it at that scale, its middle and bottom, which can be moved and enlarged.
 */
export function lensOn(size, room, { readable, largest }) {
  const whole = Math.min(room.width / size.width, room.height / size.height);
  const least = Math.min(whole, largest);
  const most = least < readable ? largest : least;
  const scale = Math.max(least, Math.min(readable, most));
  const x = (size.width - room.width / scale) / 2;
  return within({ size, room, least, most, scale, x, y: size.height });
}

/** Whether there is more to see than all of it. */
export const isLarge = ({ least, most }) => least < most;

/** The nearest lens that looks at nothing beside the drawing; what is small is in the middle. */
function within(lens) {
  const { size, room, least, most } = lens;
  const scale = clamp(lens.scale, least, most);
  const place = (from, length, pixels) => {
    const spare = length - pixels / scale;
    return spare <= 0 ? spare / 2 : clamp(from, 0, spare);
  };
  const x = place(lens.x, size.width, room.width);
  const y = place(lens.y, size.height, room.height);
  return { ...lens, scale, x, y };
}

/** The same place in a window of another size, all of the drawing where all of it was seen. */
export function resized(lens, fresh) {
  if (!isLarge(fresh)) return fresh;
  const scale = lens.scale === lens.least ? fresh.least : lens.scale;
  const centre = (from, pixels) => from + pixels / lens.scale / 2;
  const x = centre(lens.x, lens.room.width) - fresh.room.width / scale / 2;
  const y = centre(lens.y, lens.room.height) - fresh.room.height / scale / 2;
  return within({ ...fresh, scale, x, y });
}

/** Larger by a factor; the point of the window stays over the same point of the drawing. */
export function zoomed(lens, factor, [right, down] = [lens.room.width / 2, lens.room.height / 2]) {
  const scale = clamp(lens.scale * factor, lens.least, lens.most);
  const x = lens.x + right / lens.scale - right / scale;
  const y = lens.y + down / lens.scale - down / scale;
  return within({ ...lens, scale, x, y });
}

/** Where in the window a point of the drawing lies; undefined where it is not seen. */
export function seenAt({ room, scale, ...lens }, [x, y]) {
  const [right, down] = [(x - lens.x) * scale, (y - lens.y) * scale];
  const isSeen = right >= 0 && right <= room.width && down >= 0 && down <= room.height;
  return isSeen ? [right, down] : undefined;
}

/** The drawing moved by so many pixels. */
export const moved = (lens, [right, down]) =>
  within({ ...lens, x: lens.x - right / lens.scale, y: lens.y - down / lens.scale });

/** Moved as little as it takes to see a box of the drawing. */
export function revealing(lens, { left, top, right, bottom }) {
  const near = (from, pixels, low, high) => clamp(from, high - pixels / lens.scale, low);
  const x = near(lens.x, lens.room.width, left, right);
  const y = near(lens.y, lens.room.height, top, bottom);
  return within({ ...lens, x, y });
}
