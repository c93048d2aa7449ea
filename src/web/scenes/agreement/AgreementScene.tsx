import type { AgreementReply } from '../../../server/routes/monitoring/monitor-replies.ts';
import type { SceneProps } from '../../scenes.ts';
import { useTexts } from '../../texts/define-texts.ts';
import { FigurePage } from '../../figures/FigurePage.tsx';
import { useFigures } from '../../figures/use-scope.ts';
import { LabelAgreement } from './LabelAgreement.tsx';
import { PairAgreement } from './PairAgreement.tsx';
import { WeekChart } from './WeekChart.tsx';
import { agreementTexts } from './texts.ts';

/** How far annotators agree: by label with intervals, by week, and by pair down to the units. */
export function AgreementScene({ params, search }: SceneProps) {
  const texts = useTexts(agreementTexts);
  return (
    <FigurePage<AgreementReply>
      title={texts.title}
      lead={texts.lead}
      route="agreement"
      project={params['project']!}
      search={search}
      use={(scope) => useFigures('agreement', scope)}
    >
      {(data, scope) => (
        <>
          <LabelAgreement data={data} scope={scope} search={search} />
          <WeekChart data={data} scope={scope} search={search} />
          <PairAgreement scope={scope} search={search} />
        </>
      )}
    </FigurePage>
  );
}
