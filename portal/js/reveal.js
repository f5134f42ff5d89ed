// @ts-check

/**
 * Scrolls an element into sight, at once for those who want no motion.
 *
 * @param {Element} element
 * @param {ScrollLogicalPosition} block where it then stands.
 */
export function reveal(element, block) {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block, behavior: calm ? 'auto' : 'smooth' });
}
