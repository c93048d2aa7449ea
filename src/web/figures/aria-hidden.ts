import type * as Plot from '@observablehq/plot';

/**
 * A mark that draws nothing and keeps a chart's parts from screen readers: the frame around it says
 * in a sentence what it shows, and the table the numbers.
 */
export const ariaHidden: Plot.RenderFunction = (_index, _scales, _values, _dimensions, context) => {
  context.ownerSVGElement.setAttribute('aria-hidden', 'true');
  return null;
};
