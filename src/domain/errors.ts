import { inputErrors } from './input-errors.ts';
import { serviceErrors } from './service-errors.ts';

/**
 * The catalogue of everything that Assay may complain about: a stable code, the sentence, and the
 * HTTP status that a server answers with. `docs/errors.md` lists exactly these codes, and a test
 * proves it.
 */
export const errorCatalogue = { ...inputErrors, ...serviceErrors };

/** A code of the catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;
