import { digitalResilience } from './digital-resilience.ts';
import { governance } from './governance.ts';
import { internalRatings } from './internal-ratings.ts';
import { leverage } from './leverage.ts';
import { liquidityCoverage } from './liquidity-coverage.ts';
import { moneyLaundering } from './money-laundering.ts';
import { operationalRisk } from './operational-risk.ts';
import { riskTransfer } from './risk-transfer.ts';
import { securitisation } from './securitisation.ts';
import type { SourceDocument } from './source-document.ts';
import { stableFunding } from './stable-funding.ts';
import { standardisedCreditRisk } from './standardised-credit-risk.ts';
import { stressTesting } from './stress-testing.ts';
import { supervisoryLetter } from './supervisory-letter.ts';
import { supervisoryReporting } from './supervisory-reporting.ts';
import { tradingBook } from './trading-book.ts';

/** The documents of the invented Marlund Banking Authority. */
export const regulatoryDocuments: readonly SourceDocument[] = [
  standardisedCreditRisk,
  internalRatings,
  securitisation,
  riskTransfer,
  tradingBook,
  liquidityCoverage,
  stableFunding,
  leverage,
  operationalRisk,
  moneyLaundering,
  governance,
  supervisoryReporting,
  stressTesting,
  digitalResilience,
  supervisoryLetter,
];
