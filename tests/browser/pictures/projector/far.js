/* What nobody reads from the last row of a classroom, in words: a text of less than a fortieth of the screen's height, a
   screen that scrolls, a face over words or a button. */
() => {
  const found = new Set();
  const { scrollHeight, scrollWidth } = document.documentElement;
  if (scrollHeight > innerHeight || scrollWidth > innerWidth) found.add(`scrolls by ${scrollHeight - innerHeight}, ${scrollWidth - innerWidth}`);
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    const words = texts.currentNode.textContent.trim();
    if (!words || !parent.checkVisibility() || parent.closest(".vh, button")) continue;
    const scale = parent.closest("svg") ? parent.getScreenCTM().d : 1;
    const px = parseFloat(getComputedStyle(parent).fontSize) * scale;
    if (px < innerHeight / 40 - 0.05) found.add(`${words} is ${px.toFixed(1)} px`);
  }
  const cover = document.querySelector(".count-in") ?? document;
  for (const face of shown("main .face, .run")) {
    const its = face.getBoundingClientRect();
    for (const other of shown(".button, h1, .big-line, .shake, .rope, .goal, .facts, .season, .beat, .which")) {
      if (!cover.contains(other)) continue;
      const box = other.getBoundingClientRect();
      const apart = its.bottom - 1 < box.top || its.top + 1 > box.bottom || its.right - 1 < box.left || its.left + 1 > box.right;
      if (!apart) found.add(`a face lies over ${other.className}`);
    }
  }
  return [...found].slice(0, 5);
}
