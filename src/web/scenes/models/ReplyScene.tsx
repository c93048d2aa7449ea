import type { ReactNode } from 'react';
import type { AttemptDetailReply } from '../../../server/routes/models/model-replies.ts';
import { useResource } from '../../api/cache.ts';
import { apiPath } from '../../api/client.ts';
import { Link } from '../../components/Link.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Section, Sheet } from '../../components/Section.tsx';
import type { SceneProps } from '../../scenes.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { useFormat } from '../../texts/format.ts';
import { OutcomeMark } from './OutcomeMark.tsx';
import { replyTexts } from './reply-texts.ts';
import { modelsTexts } from './texts.ts';
import styles from './models.module.css';

/** The reply behind a vote and the prompt before it, as text and nothing else. */
export function ReplyScene({ params }: SceneProps) {
  const { project = '', attempt = '' } = params;
  const texts = useTexts(replyTexts);
  const found = useResource<AttemptDetailReply>(
    apiPath`/api/projects/${project}/models/attempts/${attempt}`,
  );
  const data = found.data;
  return (
    <>
      <PageHead
        title={data === null ? texts.reply('…', '…') : texts.reply(data.unit, data.annotator)}
      >
        <Link
          target={{
            to: 'models',
            params: { project },
            search: data === null ? {} : { task: data.task },
          }}
        >
          {texts.back}
        </Link>
        {data === null ? null : (
          <>
            {' · '}
            <Link target={{ to: 'unit', params: { project, task: data.task, unit: data.unit } }}>
              {data.unit}
            </Link>
          </>
        )}
      </PageHead>
      <Loaded resource={found}>
        {(one) => (
          <>
            <Facts attempt={one} />
            <Section title={texts.raw}>
              {one.raw === null ? <p>{texts.noRaw}</p> : <Text title={texts.raw}>{one.raw}</Text>}
            </Section>
            <Prompt attempt={one} />
          </>
        )}
      </Loaded>
    </>
  );
}

type Part = Readonly<{ attempt: AttemptDetailReply }>;

function Facts({ attempt }: Part) {
  const texts = useTexts(replyTexts);
  const shared = useTexts(modelsTexts);
  const format = useFormat();
  const { message, model, number, tokens, cost, latency, at, marks } = attempt;
  const names = texts.factNames;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [names.outcome, <OutcomeMark key="outcome" attempt={attempt} />],
    [names.message, message],
    [names.model, model],
    [names.number, format.count(number)],
    [
      names.tokens,
      tokens === null
        ? null
        : texts.tokensOf(format.count(tokens.input), format.count(tokens.output)),
    ],
    [names.cost, cost === null ? shared.unknown : format.decimal(cost, 6)],
    [names.latency, latency === null ? null : shared.seconds(format.decimal(latency / 1000, 2))],
    [names.at, format.time(at)],
    [names.marks, marks.length === 0 ? null : marks.join(', ')],
    [names.request, attempt.request_id],
    [names.hash, <code key="hash">{attempt.prompt_hash}</code>],
  ];
  return (
    <Section title={texts.facts}>
      <Sheet>
        <dl className={styles.facts}>
          {facts.map(([name, value]) =>
            value === null ? null : (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
          )}
        </dl>
      </Sheet>
    </Section>
  );
}

function Prompt({ attempt: { prompt } }: Part) {
  const texts = useTexts(replyTexts);
  const format = useFormat();
  if (prompt === null)
    return (
      <Section title={texts.prompt}>
        <p>{texts.noPrompt}</p>
      </Section>
    );
  const most = format.count(prompt.max_tokens);
  const parts = [
    [texts.instructions, prompt.instructions],
    [texts.content, prompt.content],
    [texts.schema, prompt.schema],
    [texts.parameters, prompt.parameters],
  ] as const;
  return (
    <Section
      title={texts.prompt}
      note={`${texts.promptOf(prompt.version)} ${texts.maxTokens(most)}.`}
    >
      {parts.map(([title, text]) => (
        <div key={title}>
          <h3 className={styles.heading}>{title}</h3>
          <Text title={title}>{text}</Text>
        </div>
      ))}
    </Section>
  );
}

/** Text as it is: what looks like markup stays text. */
function Text({ title, children }: Readonly<{ title: string; children: string }>) {
  return (
    <pre className={styles.text} tabIndex={0} role="group" aria-label={title}>
      {children}
    </pre>
  );
}
