import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { inLanguage } from '../../../../domain/local-text.ts';
import { answerWords } from '../../../../formats/protocol/rule-words.ts';
import type { OwnJudgmentsReply } from '../../../../server/routes/judging/work.ts';
import { apiPath, withQuery } from '../../../api/client.ts';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { Link } from '../../../components/Link.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { PageHead } from '../../../components/PageHead.tsx';
import { FigureTable } from '../../../figures/FigureTable.tsx';
import { MoreButton } from '../../../figures/MoreButton.tsx';
import { usePages } from '../../../figures/use-pages.ts';
import { redirect } from '../../../router.ts';
import type { SceneProps } from '../../../scenes.ts';
import { useTexts } from '../../../texts/define-texts.ts';
import { useFormat } from '../../../texts/format.ts';
import { useLanguage } from '../../../texts/language.tsx';
import { fieldText } from '../../units/view/field-value.ts';
import { useRunFacts } from '../annotate/use-run-facts.ts';
import type { RunFacts } from '../annotate/use-run-facts.ts';
import { mineTexts } from './texts.ts';
import styles from './mine.module.css';

type Item = OwnJudgmentsReply['items'][number];

/** What somebody judged in a round: found by words, opened, revised while the round is open. */
export function MyJudgmentsScene({ params, search }: SceneProps) {
  const run = params['run']!;
  const texts = useTexts(mineTexts);
  const facts = useRunFacts(run);
  const isOpen = facts.data !== null && facts.data.run.closed_at === null;
  return (
    <>
      <PageHead
        title={texts.title}
        actions={
          <ButtonLink
            variant={isOpen ? 'filled' : 'default'}
            target={{ to: isOpen ? 'annotate' : 'result', params: { run } }}
          >
            {isOpen ? texts.goOn : texts.result}
          </ButtonLink>
        }
      >
        {isOpen ? texts.open : texts.closed}
      </PageHead>
      <Loaded resource={facts}>
        {(data) => <Judgments facts={data} text={search['text'] ?? ''} />}
      </Loaded>
    </>
  );
}

function Judgments({ facts, text }: Readonly<{ facts: RunFacts; text: string }>) {
  const texts = useTexts(mineTexts);
  const format = useFormat();
  const language = useLanguage();
  const { run } = facts.run;
  const [typed, setTyped] = useState(text);
  const isOpen = facts.run.closed_at === null;
  useEffect(() => {
    if (typed === text) return undefined;
    const timer = setTimeout(
      () =>
        redirect({ to: 'judgments', params: { run }, search: typed === '' ? {} : { text: typed } }),
      250,
    );
    return () => clearTimeout(timer);
  }, [typed, text, run]);
  const pages = usePages<Item, OwnJudgmentsReply>(
    withQuery(apiPath`/api/runs/${run}/judgments`, text === '' ? {} : { text }),
  );
  const unit = (item: Item) => (
    <Link
      className="id-cell"
      target={{ to: 'annotate', params: { run }, search: { unit: item.unit } }}
    >
      {item.unit}
    </Link>
  );
  const answers = (item: Item): string => {
    const told = facts.task.questions.flatMap((question) => {
      const answer = item.answers[question.id];
      const isOff = answer === false || answer === 0;
      if (answer === undefined || (facts.task.form === 'labels' && isOff)) return [];
      const words = answerWords(question, answer, language);
      return [`${inLanguage(question.title, language)}: ${words}`];
    });
    return told.length === 0 ? texts.noLabel : told.join(' · ');
  };
  const none = text === '' ? texts.none : texts.noneFound;
  return (
    <>
      <div className={styles.find}>
        <TextInput
          type="search"
          label={texts.search}
          placeholder={texts.searchWhy}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p role="status" className={styles.found}>
          {pages.head === null ? '' : texts.found(format.count(pages.head.total), text === '')}
        </p>
      </div>
      <FigureTable
        caption={texts.title}
        rows={pages.items}
        isPart={pages.hasMore}
        rowKey={(item) => item.unit}
        empty={pages.isLoading ? '…' : none}
        columns={(column) => [
          { ...column.cell('unit', texts.unit, unit, (item) => item.unit), isRowHeader: true },
          column.cell('answers', texts.answers, (item) => (
            <>
              {answers(item)}
              {item.asides.flag === true ? (
                <span className={styles.flag}>
                  <Icon name="flag" size={12} /> {texts.flagged}
                </span>
              ) : null}
            </>
          )),
          column.cell('text', texts.text, (item) => (
            <span className={styles.excerpt}>{excerpt(facts, item)}</span>
          )),
          column.cell(
            'at',
            texts.at,
            (item) => (
              <>
                <span className={styles.when}>{format.time(item.judged_at)}</span>
                {isOpen ? (
                  <>
                    {' '}
                    <Link
                      target={{ to: 'annotate', params: { run }, search: { unit: item.unit } }}
                      aria-label={`${texts.revise}: ${item.unit}`}
                    >
                      {texts.revise}
                    </Link>
                  </>
                ) : null}
              </>
            ),
            (item) => item.judged_at,
          ),
        ]}
      />
      <MoreButton pages={pages} />
    </>
  );
}

/** The beginning of what the unit shows. */
function excerpt({ task }: RunFacts, { fields }: Item): string {
  const [first = ''] = task.unit.show;
  const text = fieldText(fields[first]);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
