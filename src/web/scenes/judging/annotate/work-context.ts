import type { Suggestion } from '../../../../domain/judging/assistance.ts';
import { createContext, useContext } from 'react';
import type { EvidencePicker } from './evidence/use-evidence.ts';
import type { FormEngine } from './form/form-engine.ts';
import type { Missing } from './form/missing.ts';
import type { OpenForm } from './form/use-form.ts';
import type { Feedback } from '../training/FeedbackPanel.tsx';
import type { CurrentUnit, UnitWay } from './use-current-unit.ts';
import type { Cursor } from './use-cursor.ts';
import type { DraftState } from './use-draft.ts';
import type { RunFacts } from './use-run-facts.ts';

/** What stays the same from unit to unit: what was open stays open for the next. */
export interface Workplace {
  readonly hasGuideline: boolean;
  readonly setGuideline: (isOpen: boolean) => void;
  readonly hasSteps: boolean;
  readonly setSteps: (isOpen: boolean) => void;
}

/** One unit with its form, as all parts of the page see it. */
export interface Work {
  readonly facts: RunFacts;
  readonly engine: FormEngine;
  readonly unit: CurrentUnit;
  readonly way: UnitWay;
  readonly workplace: Workplace;
  readonly open: OpenForm;
  readonly draft: DraftState;
  readonly cursor: Cursor;
  /** The question that the keys answer. */
  readonly current: string | null;
  readonly evidence: EvidencePicker | null;
  /** Ticks or unticks a label. */
  readonly toggle: (question: string) => void;
  /** Whose suggestions the round shows; null in a round without. */
  readonly assistedBy: string | null;
  /** What is suggested on this unit. */
  readonly suggestion: Suggestion | null;
  /** Answers a question as suggested. */
  readonly accept: (question: string) => void;
  readonly missing: readonly Missing[];
  /** Why the last key did nothing. */
  readonly remark: string | null;
  /** Whether someone tried to submit, so that what is missing is listed. */
  readonly hasTried: boolean;
  /** Whether nothing can be answered. */
  readonly isOff: boolean;
  /** Whether a question is being written, and what ends it. */
  readonly asking: { readonly isOpen: boolean; readonly close: () => void };
  /** In training, how the answers compare with the key. */
  readonly compared: Feedback | 'waiting' | null;
}

export const WorkContext = createContext<Work | null>(null);

/** The unit that the page shows, and its form. */
export function useWork(): Work {
  return useContext(WorkContext)!;
}
