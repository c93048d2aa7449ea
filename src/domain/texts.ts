import { measureTexts } from './agreement/measure-texts.ts';
import { discussionTexts } from './discussion/discussion-texts.ts';
import { guardTexts } from './evaluation/guard-texts.ts';
import { judgeTexts } from './evaluation/judge-texts.ts';
import { expectationTexts } from './expectation-texts.ts';
import { figureTexts } from './figure-texts.ts';
import { hintTexts } from './hint-texts.ts';
import { extractTexts } from './models/extract-texts.ts';
import { modelTexts } from './models/model-texts.ts';
import { changeTexts, parseTexts } from './protocol-texts.ts';
import { releaseTexts } from './release/release-texts.ts';
import { remarkTexts } from './remark-texts.ts';
import { serverTexts } from './server-texts.ts';
import { truthTexts } from './truth-texts.ts';

/** All texts besides faults: what was expected or found, remarks, and what blocks a round. */
export const textCatalogue = {
  ...changeTexts,
  ...discussionTexts,
  ...expectationTexts,
  ...figureTexts,
  ...hintTexts,
  ...measureTexts,
  ...modelTexts,
  ...extractTexts,
  ...guardTexts,
  ...judgeTexts,
  ...parseTexts,
  ...releaseTexts,
  ...remarkTexts,
  ...serverTexts,
  ...truthTexts,
};

/** A code of the catalogue. */
export type TextCode = keyof typeof textCatalogue;
