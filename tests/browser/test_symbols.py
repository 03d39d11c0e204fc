"""The symbols of cells are told apart: small, in grey, and by those who see fewer colours."""

from __future__ import annotations

from base64 import b64encode
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Server, chromium, watched

# What each kind of eye makes of colours, on linear light (Machado, Oliveira and Fernandes 2009,
# table 1, severity 1; grey by the luminance of sRGB).
GREY = (0.2126, 0.7152, 0.0722)
EYES = {
    "usual": (1, 0, 0, 0, 1, 0, 0, 0, 1),
    "protanopia": (0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216,
                   -0.003882, -0.048116, 1.051998),
    "deuteranopia": (0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413,
                     -0.011820, 0.042940, 0.968881),
    "tritanopia": (1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602,
                   0.004733, 0.691367, 0.303900),
    "grey": GREY * 3,
}  # fmt: skip
SIZES = (40, 20)
CELLS = (
    "empty", "X", "O", "ban", "blocked", "dead", "X on dead", "O on dead", "ban on dead",
    "bonus", "X on bonus", "O on bonus", "ban on bonus",
)  # fmt: skip
LEAST_DIFFERENCE = 0.08  # of all the difference there can be; a badge on a disc is the least

# A row of all cells for each kind of eye and each size, in the order of CELLS.
SHEET = """async ({ eyes, sizes }) => {
  const { disc, blocked, dead, bonus } = await import("/static/shapes.js");
  const { s, h } = await import("/static/dom.js");
  const filters = Object.entries(eyes).map(([id, [a, b, c, d, e, f, g, i, j]]) => {
    const values = [a, b, c, 0, 0, d, e, f, 0, 0, g, i, j, 0, 0, 0, 0, 0, 1, 0].join(" ");
    return s("filter", { id }, s("feColorMatrix", { type: "matrix", values }));
  });
  const on = (mark) => ["X", "O", "!"].map((letter) => [disc(letter, mark), mark?.mark(true)]);
  const cells = () => [
    [null], ...on(), [null, blocked()], [null, dead(false)], ...on({ counts: false, mark: dead }),
    [null, bonus(false)], ...on({ mark: bonus }),
  ];
  const cell = (size) => ([piece, mark]) =>
    s(
      "svg",
      { viewBox: "-30 -30 60 60", width: size, height: size },
      s("rect.d4-face-glyph", { x: -30, y: -30, width: 60, height: 60 }),
      mark?.matches(".d4-blocked") ? null : s("circle.d4-hole-glyph", { r: 24.5 }),
      piece,
      mark,
    );
  const rows = Object.keys(eyes).flatMap((id) =>
    sizes.map((size) => {
      const row = h("div", cells().map(cell(size)));
      row.style.cssText = `display: flex; width: max-content; filter: url(#${id})`;
      return row;
    }),
  );
  document.body.querySelectorAll(":scope > :not(link)").forEach((each) => each.remove());
  document.body.append(s("svg", { width: 0, height: 0 }, filters), ...rows);
  document.body.style.margin = 0;
}"""

# The cells of a picture of the sheet: how far each two of a row are apart, from 0 to 1, and the
# colours along the arms of the blocked cell's X.
COMPARE = """async ({ png, eyes, sizes, count, blocked }) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const apart = {};
  let arms = null;
  let top = image.height - eyes.length * sizes.reduce((sum, size) => sum + size, 0);
  for (const eye of eyes)
    for (const size of sizes) {
      const cells = Array.from({ length: count }, (_, each) =>
        canvas.getImageData(each * size, top, size, size).data);
      apart[`${eye} ${size}`] = cells.map((one) => cells.map((other) => {
        const sum = one.reduce((all, value, at) => all + (value - other[at]) ** 2, 0);
        return Math.sqrt(sum / (3 * size * size)) / 255;
      }));
      const at = ([x, y]) => [...cells[blocked].slice(4 * (y * size + x), 4 * (y * size + x) + 3)];
      const places = [0.3, 0.5, 0.7].flatMap((share) => {
        const [near, far] = [Math.floor(share * size), Math.ceil((1 - share) * size) - 1];
        return [[near, near], [near, far]];
      });
      arms ??= places.map(at);
      top += size;
    }
  return { apart, arms };
}"""


def draw(page: Page) -> bytes:
    page.evaluate(SHEET, {"eyes": EYES, "sizes": SIZES})
    height = len(EYES) * sum(SIZES)
    top = page.evaluate("document.querySelector('body > div').getBoundingClientRect().top")
    width = len(CELLS) * max(SIZES)
    return page.screenshot(clip={"x": 0, "y": top, "width": width, "height": height})


def compare(page: Page, png: bytes) -> dict[str, Any]:
    given = {
        "png": b64encode(png).decode(),
        "eyes": list(EYES),
        "sizes": SIZES,
        "count": len(CELLS),
        "blocked": CELLS.index("blocked"),
    }
    found: dict[str, Any] = page.evaluate(COMPARE, given)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_symbol_is_told_apart(
    browser: Browser, server: Server, scheme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(color_scheme=scheme, reduced_motion="reduce")
    page = watched(context, server.url).open()
    for discs in ("coloured", "plain"):
        page.evaluate("discs => { document.documentElement.dataset.discs = discs; }", discs)
        found = compare(page, draw(page))
        for row, apart in found["apart"].items():
            close = {
                (CELLS[a], CELLS[b]): round(apart[a][b], 3)
                for a, b in combinations(range(len(CELLS)), 2)
                if apart[a][b] < LEAST_DIFFERENCE
            }
            assert not close, (discs, row)
        for red, green, blue in found["arms"]:  # still the red X of the assignment
            assert red > 180 and max(green, blue) < 80
    context.close()


def main() -> None:
    """Write the sheets, to be looked at."""
    with TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder) / "games.sqlite")
        server.start()
        for scheme in ("light", "dark"):
            context = browser.new_context(color_scheme=scheme, device_scale_factor=2)
            page = watched(context, server.url).open()
            for discs in ("coloured", "plain"):
                page.evaluate("d => { document.documentElement.dataset.discs = d; }", discs)
                Path(f"symbols-{scheme}-{discs}.png").write_bytes(draw(page))
        server.kill()


if __name__ == "__main__":
    main()
