import { Button } from '@mantine/core';
import type { SessionView } from '../../../../server/routes/people/own-sessions.ts';
import { StateMark } from '../../../components/StateMark.tsx';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { profileTexts } from './texts.ts';

interface SessionTableProps {
  readonly items: readonly SessionView[];
  readonly onEnd?: (session: SessionView) => void;
}

/** Where somebody is signed in, with device and last use. */
export function SessionTable({ items, onEnd }: SessionTableProps) {
  const texts = useTexts(profileTexts).sessions;
  const format = useFormat();
  return (
    <FigureTable
      caption={texts.title}
      rows={items}
      rowKey={(one) => one.id}
      columns={(column) => [
        column.cell('device', texts.device, (one) => (
          <>
            {one.device ?? texts.unknown}{' '}
            {one.is_current ? <StateMark kind="good">{texts.current}</StateMark> : null}
          </>
        )),
        column.text('used', texts.used, (one) => one.last_used_at, format.time),
        column.text('since', texts.since, (one) => one.created_at, format.time),
        ...(onEnd === undefined
          ? []
          : [
              column.cell('end', texts.actions, (one) =>
                one.is_current ? null : (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`${texts.end}: ${one.device ?? texts.unknown}`}
                    onClick={() => onEnd(one)}
                  >
                    {texts.end}
                  </Button>
                ),
              ),
            ]),
      ]}
    />
  );
}
