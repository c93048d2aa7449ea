import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Token } from '../../../../server/routes/people/tokens.ts';
import { change } from '../../../api/cache.ts';
import { ErrorNotice } from '../../../components/ErrorNotice.tsx';
import { StateMark } from '../../../components/StateMark.tsx';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { peopleTexts } from './texts.ts';

interface TokenTableProps {
  readonly caption: string;
  /** The address of the tokens. */
  readonly path: string;
  readonly tokens: readonly Token[];
  readonly isShort?: boolean;
  readonly onRevoked?: () => void;
}

/** Tokens, each with a button to revoke it. */
export function TokenTable({ caption, path, tokens, isShort, onRevoked }: TokenTableProps) {
  const texts = useTexts(peopleTexts);
  const format = useFormat();
  const [error, setError] = useState<unknown>(null);
  const revoke = async (id: string): Promise<void> => {
    setError(null);
    await change(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE' }, path).then(
      onRevoked,
      setError,
    );
  };
  return (
    <>
      {error === null ? null : <ErrorNotice error={error} />}
      <FigureTable
        caption={caption}
        rows={tokens}
        rowKey={(one) => one.id}
        columns={(column) => [
          column.text('name', texts.tokenName, (one) => one.name),
          column.cell('scope', texts.scope, (one) => texts.scopes[one.scope], 'scope'),
          ...(isShort
            ? []
            : [column.text('made', texts.made, (one) => one.created_at, format.date)]),
          column.text('until', texts.until, (one) => one.expires_at, format.date),
          column.cell('actions', texts.actions, (one) =>
            one.revoked_at !== null ? (
              <StateMark kind="quiet">{texts.ended}</StateMark>
            ) : (
              <Button size="compact-sm" variant="subtle" onClick={() => void revoke(one.id)}>
                {texts.end}
              </Button>
            ),
          ),
        ]}
      />
    </>
  );
}
