// @ts-check

/** @typedef {Node | string | undefined | false} Child text is always text, never markup. */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Readonly<Record<string, string | boolean | ((event: Event) => void)>>} [attributes]
 *   `onclick` and the like take a function; `true` and `false` set and leave out.
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter(isShown));
  return element;
}

/**
 * A button that does something on this page.
 *
 * @param {Child} words
 * @param {() => void} onclick
 * @param {Readonly<Record<string, string | boolean>>} [attributes]
 */
export function button(words, onclick, attributes = {}) {
  return el('button', { type: 'button', ...attributes, onclick }, words);
}

/**
 * The element of the page with an id.
 *
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`The page has no ${kind.name} with the id ${id}.`);
}

/**
 * A drawing of the page's own, beside a text that says the same: readers pass it over.
 *
 * @param {string} path of an SVG on a field of 24 by 24.
 */
export function icon(path) {
  const attributes = { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' };
  return svg('svg', attributes, svg('path', { d: path }));
}

/**
 * A part of a drawing.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Readonly<Record<string, string | number>>} attributes
 * @param {...Node} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {Child} child
 * @returns {child is Node | string}
 */
function isShown(child) {
  return child !== undefined && child !== false;
}
