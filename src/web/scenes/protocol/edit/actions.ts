import { defineActions } from '../../../actions/action.ts';

interface EditContext {
  readonly save: () => void;
  readonly nextFault: () => void;
}

/** What the page on which a protocol is written can do. */
export const editActions = defineActions<EditContext>()({
  save: {
    title: { en: 'Save as a new version', de: 'Als neue Fassung speichern' },
    group: 'submitting',
    keys: { assay: ['mod+s'] },
    whileWriting: true,
    run: ({ save }) => save(),
  },
  nextFault: {
    title: { en: 'Go to the next fault', de: 'Zum nächsten Fehler' },
    group: 'moving',
    keys: { assay: ['F8'] },
    whileWriting: true,
    run: ({ nextFault }) => nextFault(),
  },
});
