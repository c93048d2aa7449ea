import { Button, Checkbox, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import type { ObstacleReply, ReleasesReply } from '../../../server/routes/release/releases.ts';
import { change as send } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { boundFields } from '../../components/bound-fields.ts';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Section, Sheet } from '../../components/Section.tsx';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { nextVersion } from './next-version.ts';
import { releaseTexts } from './texts.ts';
import styles from './release.module.css';

interface CutFormProps {
  readonly project: string;
  readonly releases: ReleasesReply;
  /** Null while they are looked for. */
  readonly obstacles: readonly ObstacleReply[] | null;
}

/** Cuts a release; what may be left out needs a reason. */
export function CutForm({ project, releases, obstacles }: CutFormProps) {
  const texts = useTexts(releaseTexts);
  const format = useFormat();
  const versions = releases.items.map((one) => one.version);
  const [choice, setChoice] = useState({
    version: '',
    seed: 1,
    with_text: false,
    names: false,
    replies: false,
    sign: releases.can_sign,
    reason: '',
  });
  const [failure, setFailure] = useState<unknown>(null);
  const change = (part: Partial<typeof choice>): void =>
    setChoice((before) => ({ ...before, ...part }));
  const field = boundFields(choice, texts, change);
  const version = choice.version.trim() || nextVersion(versions);
  const blocking = (obstacles ?? []).filter((one) => !one.may_be_left_out);
  const leftOut = (obstacles ?? []).filter((one) => one.may_be_left_out);
  const isRunning = releases.job?.state === 'running';
  const lacksReason = leftOut.length > 0 && choice.reason.trim() === '';
  const path = apiPath`/api/projects/${project}/releases`;
  const cut = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { reason, version: _, ...rest } = choice;
    const body = { ...rest, version, allow_open: leftOut.length === 0 ? null : reason.trim() };
    setFailure(null);
    try {
      await send(path, { method: 'POST', body }, path);
      change({ version: '' });
    } catch (error) {
      setFailure(error);
    }
  };
  if (!releases.can_cut)
    return (
      <Section title={texts.cut}>
        <Notice kind="info">{texts.noFolder}</Notice>
      </Section>
    );
  const units = leftOut.reduce((sum, one) => sum + one.units, 0);
  const counted = units === 0 ? texts.rounds : texts.units(units, format.count(units));
  return (
    <Section title={texts.cut} note={texts.cutNote}>
      <Sheet>
        <form className={styles.form} onSubmit={(event) => void cut(event)}>
          <TextInput
            {...field.text('version')}
            description={texts.versionWhy}
            placeholder={nextVersion(versions)}
            maxLength={60}
          />
          <NumberInput
            label={texts.seed}
            min={0}
            allowDecimal={false}
            value={choice.seed}
            onChange={(value) => change({ seed: Math.max(0, Number(value) || 0) })}
          />
          <div className={styles.options}>
            <Checkbox {...field.check('with_text')} />
            <Checkbox {...field.check('names')} />
            <Checkbox {...field.check('replies')} />
            {releases.can_sign ? <Checkbox {...field.check('sign')} /> : null}
          </div>
          {leftOut.length === 0 || blocking.length > 0 ? null : (
            <Textarea
              className={styles.wide}
              {...field.text('reason')}
              description={texts.reasonWhy(counted)}
              required
              autosize
              minRows={2}
              maxLength={4000}
            />
          )}
          <div className={styles.wide}>
            <Button
              type="submit"
              loading={isRunning}
              disabled={obstacles === null || blocking.length > 0 || lacksReason}
            >
              {texts.start}
            </Button>
            {blocking.length === 0 ? null : <p className={styles.soft}>{texts.blocked}</p>}
          </div>
        </form>
        {failure === null ? null : <ErrorNotice error={failure} onRetry={() => setFailure(null)} />}
      </Sheet>
    </Section>
  );
}
