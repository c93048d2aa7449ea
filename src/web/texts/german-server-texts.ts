import { german } from './german.ts';
import { germanSentence } from './german-sentences.ts';

/** Everything that the server says, in German. Fetched only for people who read German. */
export const germanServerTexts = { catalogue: german, sentence: germanSentence };
