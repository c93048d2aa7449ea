import { Button } from '@mantine/core';
import type { ProtocolReply } from '../../../../server/routes/protocol/projects.ts';
import type { ProtocolChanges } from '../../../../server/routes/reply-parts.ts';
import { useResource } from '../../../api/cache.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { Notice } from '../../../components/Notice.tsx';
import { Disclosure } from '../../../figures/Disclosure.tsx';
import { useTexts } from '../../../texts/define-texts.ts';
import { ChangeList } from '../versions/ChangeList.tsx';
import { editTexts } from './texts.ts';
import type { useEdited } from './use-edited.ts';
import styles from './edit.module.css';

interface ConflictProps {
  readonly project: string;
  readonly base: number;
  readonly latest: ProtocolReply;
  readonly edited: ReturnType<typeof useEdited>;
}

/** Somebody else has saved meanwhile: what they changed, and what to do about it. */
export function Conflict({ project, base, latest, edited }: ConflictProps) {
  const texts = useTexts(editTexts).conflict;
  const { data } = useResource<ProtocolChanges>(
    withQuery(apiPath`/api/projects/${project}/protocol/changes`, {
      from: base,
      to: latest.version,
    }),
    60_000,
  );
  return (
    <div className={styles.conflict}>
      <Notice
        kind="warn"
        title={texts.title(latest.version, latest.created_by)}
        actions={
          <div className={styles.choices}>
            <Button size="compact-md" onClick={edited.keepMine}>
              {texts.mine}
            </Button>
            <Button size="compact-md" variant="default" onClick={edited.takeTheirs}>
              {texts.take}
            </Button>
          </div>
        }
      >
        <p>{texts.why}</p>
        {data === null ? null : (
          <Disclosure title={texts.theirs}>
            <h2 className="visually-hidden">{texts.theirs}</h2>
            <ChangeList changes={data} />
          </Disclosure>
        )}
      </Notice>
    </div>
  );
}
