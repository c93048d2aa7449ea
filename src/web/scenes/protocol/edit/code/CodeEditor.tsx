import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import {
  defaultKeymap,
  history,
  historyKeymap,
  isolateHistory,
  redo,
  undo,
} from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintGutter, nextDiagnostic, previousDiagnostic, setDiagnostics } from '@codemirror/lint';
import { unifiedMergeView } from '@codemirror/merge';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Transaction } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { Ref } from 'react';
import type { Language } from '../../../../texts/define-texts.ts';
import { styleNonce } from '../../../../style-nonce.ts';
import { lineInSight } from './line-in-sight.ts';
import { look } from './look.ts';
import { completeProtocol, explainKey } from './protocol-help.ts';
import type { ProtocolNames } from './protocol-help.ts';

/** A fault at its place in the text. */
export interface PlacedFault {
  readonly from: number;
  readonly to: number;
  readonly said: string;
}

/** What a page can do with an editor. */
export interface EditorControl {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly focus: () => void;
  readonly goTo: (at: number) => void;
  readonly nextFault: () => void;
}

interface CodeEditorProps {
  readonly label: string;
  /** The protocol has completion and help. */
  readonly kind: 'protocol' | 'yaml' | 'markdown' | 'text';
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly faults: readonly PlacedFault[];
  /** Another version, whose differences are shown line by line; null for none. */
  readonly compared: string | null;
  readonly names: ProtocolNames;
  readonly phrases: Readonly<Record<string, string>>;
  /** The language of the help. */
  readonly language: Language;
  readonly control?: Ref<EditorControl>;
}

/** A file in an editor with undo, search, completion, and faults in the margin. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, kind, text, faults, compared, phrases, language, control } = props;
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  const merging = useRef(new Compartment());
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    const editor = new EditorView({
      parent: frame.current!,
      state: EditorState.create({
        doc: latest.current.text,
        extensions: [
          extensions(kind, () => latest.current.names, language),
          merging.current.of([]),
          EditorState.phrases.of(phrases),
          EditorView.contentAttributes.of({
            'aria-label': label,
            spellcheck: 'false',
            tabindex: '0',
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [kind, label, phrases, language]);
  useEffect(() => {
    // What the form wrote, or another version that was taken: one step that can be undone.
    const now = view.current?.state.doc.toString();
    if (now === undefined || now === text) return;
    view.current!.dispatch({
      changes: difference(now, text),
      annotations: [Transaction.userEvent.of('input.form'), isolateHistory.of('full')],
    });
  }, [text]);
  useEffect(() => {
    const editor = view.current!;
    const length = editor.state.doc.length;
    const placed = faults.map(({ from, to, said }) => ({
      from: Math.min(from, length),
      to: Math.min(Math.max(to, from), length),
      severity: 'error' as const,
      message: said,
    }));
    editor.dispatch(setDiagnostics(editor.state, placed));
  }, [faults]);
  useEffect(() => {
    view.current!.dispatch({
      effects: merging.current.reconfigure(
        compared === null
          ? []
          : unifiedMergeView({ original: compared, mergeControls: false, gutter: true }),
      ),
    });
  }, [compared]);
  useImperativeHandle(
    control,
    (): EditorControl => ({
      undo: () => void undo(view.current!),
      redo: () => void redo(view.current!),
      focus: () => view.current!.focus(),
      goTo: (at) => {
        const anchor = Math.min(at, view.current!.state.doc.length);
        view.current!.dispatch({
          selection: { anchor },
          effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
        });
        view.current!.focus();
      },
      nextFault: () => void nextDiagnostic(view.current!),
    }),
    [],
  );
  return <div ref={frame} data-editor={kind} style={{ height: '100%', minHeight: 0 }} />;
}

function extensions(
  kind: CodeEditorProps['kind'],
  names: () => ProtocolNames,
  language: Language,
): Extension {
  const isYaml = kind === 'protocol' || kind === 'yaml';
  return [
    EditorView.cspNonce.of(styleNonce()),
    lineNumbers(),
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    lintGutter(),
    foldGutter(),
    highlightSelectionMatches(),
    bracketMatching(),
    look,
    isYaml ? [yaml(), indentOnInput(), closeBrackets()] : [],
    kind === 'markdown' ? markdown() : [],
    EditorView.lineWrapping,
    lineInSight(),
    kind === 'protocol'
      ? [
          autocompletion({ override: [completeProtocol(names, language)] }),
          hoverTooltip(explainKey(language)),
        ]
      : [],
    // Tab goes on to the next part of the page, as everywhere.
    keymap.of([
      { key: 'F8', run: nextDiagnostic, shift: previousDiagnostic },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...defaultKeymap,
    ]),
  ];
}

/** The one stretch in which two texts differ. */
function difference(before: string, after: string) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
