/** An answer to one question: a boolean if binary, else a value of its scale or a text. */
export type Answer = boolean | number | string;
