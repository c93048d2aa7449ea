/** Σ values[i] · table[offset + i]; four running sums make long rows several times faster. */
export function sumOfProducts(
  values: Float64Array,
  table: Float64Array,
  offset: number,
  length: number,
): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  const whole = length - (length % 4);
  for (let index = 0; index < whole; index += 4) {
    first += values[index] * table[offset + index];
    second += values[index + 1] * table[offset + index + 1];
    third += values[index + 2] * table[offset + index + 2];
    fourth += values[index + 3] * table[offset + index + 3];
  }
  for (let index = whole; index < length; index++) first += values[index] * table[offset + index];
  return first + second + (third + fourth);
}
