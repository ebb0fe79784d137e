/* The facts of a page's layout, read from the page as it stands. `kind` says who looks (see shown.py). */
(kind) => {
  const style = new Map();
  const styleOf = (each) => style.get(each) ?? style.set(each, getComputedStyle(each)).get(each);
  const above = function* (each) { for (; each && each !== document.documentElement; each = each.parentElement) yield each; };
  const shown = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !each.closest(".skip, [inert], noscript");
  const heard = (each) => each.offsetWidth <= 1 && styleOf(each).overflow === "hidden"; // for screen readers alone
  const quiet = new Map();
  const isQuiet = (each) => quiet.get(each) ?? quiet.set(each, !!each?.parentElement && (heard(each) || isQuiet(each.parentElement))).get(each);
  const seen = (each) => shown(each) && !each.closest(".vh") && !isQuiet(each);
  const all = (what) => [...document.querySelectorAll(what)].filter(seen);
  const said = (each) => (each.textContent || each.ariaLabel || "").trim().replace(/\s+/g, " ").slice(0, 40);
  const words = (text) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const main = document.querySelector("main");
  const child = kind === "child" || kind === "table";

  /* Texts, each with its line boxes; glyphs stand in the middle half of a line. */
  const [texts, nodes] = [[], []];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    if (!data.trim() || parent.closest("script, style, select, textarea, title, desc") || !seen(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1)
      .map((box) => ({ left: box.left + 1, right: box.right - 1, top: box.top + box.height * 0.3, bottom: box.bottom - box.height * 0.3, text: data.trim(), parent }));
    texts.push(...boxes);
    if (boxes.length > 1) nodes.push(walker.currentNode);
  }
  const layer = (each) => [...above(each)].find((up) => ["fixed", "sticky"].includes(styleOf(up).position) || up.matches("dialog, [popover], .worth-a-look, .drop > *, .row-menu > ul, .note, .count, #picture, #says")) ?? null;

  /* Cut: a text that leaves a box which clips. What scrolls, and what says so with dots, is not cut. */
  const clips = (each, axis) => ["hidden", "clip"].includes(styleOf(each)[`overflow${axis}`]);
  const cut = texts.filter(({ parent, left, right, top, bottom }) => {
    for (const up of above(parent)) {
      const box = up.getBoundingClientRect();
      if (["auto", "scroll"].includes(styleOf(up).overflowX)) return false;
      if (styleOf(up).textOverflow === "ellipsis") return false;
      if (clips(up, "X") && (right > box.right + 1 || left < box.left - 1)) return true;
      if (clips(up, "Y") && (bottom > box.bottom + 1 || top < box.top - 1)) return true;
    }
    return false;
  });

  /* Over its neighbour: two texts of one layer on one spot. In drawings of a table cards lie on each other. */
  const drawing = (each) => each.closest(".glimpse, .scene") ?? each;
  texts.sort((a, b) => a.top - b.top);
  const over = [];
  texts.forEach((one, place) => {
    for (let next = place + 1; next < texts.length && texts[next].top < one.bottom - 1; next++) {
      const other = texts[next];
      const meet = Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 && Math.min(one.bottom, other.bottom) - other.top > 2;
      if (meet && drawing(one.parent) !== drawing(other.parent) && one.text !== other.text && layer(one.parent) === layer(other.parent)) over.push(`${one.text.slice(0, 30)} | ${other.text.slice(0, 30)}`);
    }
  });

  /* Broken: a word on two lines that has no place of its own to break at. */
  const isBroken = (node, word) => {
    const range = document.createRange();
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
  };
  const broken = nodes.filter(({ parentElement: parent }) => !parent.closest("svg, .link, .guide, code, textarea, .code"))
    .flatMap((node) => [...node.data.matchAll(/[\p{L}\p{N}]{2,14}/gu)].filter((word) => isBroken(node, word)).map(([word]) => word));

  const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
  const levels = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter(shown).map((each) => Number(each.tagName[1]));
  const targets = all("button:not(.card), a.button, summary, select, input:not([type=hidden], [type=checkbox], [type=radio], [type=range])");
  const least = child ? 48 : 44;
  const picture = document.getElementById("picture")?.getBoundingClientRect();
  const lone = all("main p > a:only-child, main .row > a").filter((each) => each.parentElement.matches(".row") || said(each) === said(each.parentElement));
  const width = document.documentElement.clientWidth;
  const clipped = (each) => [...above(each.parentElement)].some((up) => up !== document.body && styleOf(up).overflowX !== "visible");
  const wide = document.documentElement.scrollWidth > width
    ? [...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > width + 1 && !clipped(each)).slice(0, 3) : [];
  const first = document.querySelector("[data-table], .tile");
  const main_button = all("main .button.primary, main .button.sun")[0];
  return {
    sideways: wide.map((each) => `${each.tagName} ${each.className} ${said(each)}`),
    cut: cut.map(({ text }) => text.slice(0, 40)),
    over,
    broken,
    doubled: [...new Set(ids.filter((id, place) => ids.indexOf(id) !== place))],
    h1: document.querySelectorAll("h1").length,
    gaps: levels.filter((level, place) => place && level > levels[place - 1] + 1).length,
    primary: all("main .button.primary, main button.primary").filter((each) => !layer(each)?.matches("dialog, [popover]") && !each.closest(".drawer")).length,
    sun: all("main .button.sun").length,
    small: targets.filter((each) => { const box = each.getBoundingClientRect(); return box.height < least - 0.6 || box.width < least - 0.6; })
      .map((each) => `${each.tagName} ${said(each)} ${Math.round(each.getBoundingClientRect().width)}x${Math.round(each.getBoundingClientRect().height)}`),
    under: !picture?.height ? [] : targets.filter((each) => { const box = each.getBoundingClientRect(); return each.closest(".board") && box.top < picture.bottom - 1 && box.left < picture.right - 1 && box.right > picture.left + 1; }).map(said),
    apart: !picture?.height ? [] : all("#says").filter((each) => { const box = each.getBoundingClientRect(); return box.top < picture.top || box.bottom > picture.bottom; }).map(said),
    squeezed: all(".seat-row").filter((row) => row.querySelector(".face").getBoundingClientRect().right > row.querySelector(".who").getBoundingClientRect().left).map(said),
    aside: all(".sound").filter((each) => each.getBoundingClientRect().left < document.querySelector(".board").getBoundingClientRect().right).map(said),
    low: lone.filter((each) => each.getBoundingClientRect().height < least - 0.6).map((each) => `${said(each)} ${Math.round(each.getBoundingClientRect().height)}`),
    tiny: kind === "paper" ? [] : texts.filter(({ parent }) => parseFloat(styleOf(parent).fontSize) < (child ? 14 : 12) - 0.05 && !parent.closest("svg"))
      .map(({ text, parent }) => `${text.slice(0, 20)} ${styleOf(parent).fontSize}`),
    wrapped: all(".teacher main .button.big").filter((each) => new Set(texts.filter(({ parent }) => parent.closest(".button") === each).map(({ top }) => Math.round(top))).size > 1).map(said),
    glued: all(".target > svg:first-child").filter((sign) => {
      const after = texts.filter(({ parent }) => sign.parentElement.contains(parent)).map(({ left }) => left - sign.getBoundingClientRect().left);
      return after.some((px) => px > 0 && px < sign.getBoundingClientRect().width + 3);
    }).map((sign) => said(sign.parentElement)),
    holes: all(".drawer > .actions").filter((grid) => {
      const ends = new Map();
      for (const box of [...grid.children].map((each) => each.getBoundingClientRect())) ends.set(Math.round(box.top), Math.max(box.right, ends.get(Math.round(box.top)) ?? 0));
      return Math.min(...ends.values()) < grid.getBoundingClientRect().right - 4;
    }).map(said),
    controls: all("main input:not([type=hidden]), main select, main textarea").filter((each) => each.getBoundingClientRect().width > 1).length,
    words: words(main ? main.innerText : ""),
    firstScreen: words(texts.filter(({ top, parent }) => top < innerHeight && main?.contains(parent)).map(({ text }) => text).join(" ")),
    acts: main_button ? Math.round(main_button.getBoundingClientRect().bottom + scrollY) : null,
    little: all(".little").length,
    tile: first ? Math.round(first.getBoundingClientRect().top) : null,
  };
}
