import { memo } from 'react';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { UnitFields } from '../../../../domain/units/unit.ts';
import type { Span } from '../../../../truth/judging/quote.ts';
import type { Marking } from '../../judging/annotate/evidence/marked-lines.ts';
import { ChunkView } from './ChunkView.tsx';
import { PairView, PlainView } from './DescribedView.tsx';
import { ExchangeView } from './ExchangeView.tsx';
import { RuleView } from './RuleView.tsx';
import { unitKind } from './unit-kind.ts';

/** What a view of a unit is given. */
export interface UnitViewProps {
  readonly task: Task;
  readonly fields: UnitFields;
  /** The folded parts that are open. */
  readonly opened: readonly string[];
  readonly onToggle: (field: string) => void;
  /** Where a passage is quoted: what is marked, and what to do with a selection. */
  readonly quoting: {
    readonly markings: readonly Marking[];
    readonly onSelect: ((span: Span) => void) | null;
  } | null;
}

/** A unit as its task wants it shown. */
export const UnitView = memo(function UnitView(props: UnitViewProps) {
  const View = views[unitKind(props.task)];
  return <View {...props} />;
});

const views = {
  chunk: ChunkView,
  pair: PairView,
  rule: RuleView,
  exchange: ExchangeView,
  plain: PlainView,
} as const;
