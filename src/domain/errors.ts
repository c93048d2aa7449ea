import { guardErrors } from './evaluation/guard-errors.ts';
import { inputErrors } from './input-errors.ts';
import { extractErrors } from './models/extract-errors.ts';
import { modelErrors } from './models/model-errors.ts';
import { accessErrors } from './people/access-errors.ts';
import { releaseErrors } from './release/release-errors.ts';
import { serviceErrors } from './service-errors.ts';

/**
 * The catalogue of faults: a stable code, the sentence and the HTTP status. A test proves that
 * `docs/errors.md` lists exactly these.
 */
export const errorCatalogue = {
  ...inputErrors,
  ...serviceErrors,
  ...accessErrors,
  ...modelErrors,
  ...extractErrors,
  ...releaseErrors,
  ...guardErrors,
};

/** A code of the catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;
