import type * as Plot from '@observablehq/plot';

/** Hides a chart's parts from screen readers; the frame around it describes it. */
export const ariaHidden: Plot.RenderFunction = (_index, _scales, _values, _dimensions, context) => {
  context.ownerSVGElement.setAttribute('aria-hidden', 'true');
  return null;
};
