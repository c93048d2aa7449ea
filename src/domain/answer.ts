/**
 * An answer to one question. Binary questions take booleans, ordinal and nominal ones a value of
 * their scale.
 */
export type Answer = boolean | number | string;
