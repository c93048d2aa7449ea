/**
 * Digamma function ψ(x) = d/dx ln Γ(x), for x > 0, to about 15 digits, for expectations of
 * logarithms under a beta or Dirichlet distribution as in {@link mace}. Small arguments are raised
 * by ψ(x) = ψ(x + 1) − 1/x, then the asymptotic series in 1/x² is summed. Bernardo 1976, algorithm
 * AS 103, https://doi.org/10.2307/2347257
 * @example digamma(1) // -0.5772156649015329, minus Euler's constant
 */
export function digamma(x: number): number {
  if (!(x > 0)) throw new RangeError(`digamma of ${x}, expected a number above 0`);
  let shift = 0;
  let raised = x;
  for (; raised < 10; raised++) shift -= 1 / raised;
  const square = 1 / (raised * raised);
  const series =
    square *
    (1 / 12 -
      square *
        (1 / 120 -
          square *
            (1 / 252 -
              square * (1 / 240 - square * (1 / 132 - square * (691 / 32760 - square / 12))))));
  return shift + Math.log(raised) - 0.5 / raised - series;
}
