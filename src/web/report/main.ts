import { chosenFiles, embeddedFiles } from './published-files.ts';
import type { PublishedFiles } from './published-files.ts';
import { hasShadow } from './page-parts.ts';
import { prove } from './proof.ts';
import type { OpenedPage, Proof } from './proof.ts';
import { showExplorer } from './explorer.ts';
import { button, element } from './elements.ts';

/** How many differences are listed. */
const mostTold = 50;

// The program inside report.html: it computes the whole page again from the published judgments,
// draws it in place of the one that was opened, says how that one differed, and shows each unit with
// the votes behind its truth.

const find = (id: string): HTMLElement => document.getElementById(id)!;
const [panel, explorer] = [find('proof'), find('explorer')];
const opened: OpenedPage = {
  page: document,
  script: document.currentScript?.textContent ?? '',
  files: document.querySelector('#files')?.textContent ?? null,
  places: new Map([panel, explorer].map((place) => [place.id, place.outerHTML])),
};

if (opened.files !== null) {
  const read = (): Promise<PublishedFiles> => embeddedFiles(opened.files!);
  panel.replaceChildren(
    element('p', {}, 'The judgments are inside this page. Nothing is sent anywhere.'),
    button('Compute every figure again', () => run(read), 'primary'),
    limits(),
  );
  // Units are shown as soon as somebody wants to see them; reading takes a moment.
  explorer.replaceChildren(
    button('Show the units with their votes', () => run(read, 'explorer'), 'primary'),
  );
} else {
  const input = element('input', { type: 'file', webkitdirectory: '', 'aria-describedby': 'how' });
  input.addEventListener('change', () => {
    const { files } = input;
    if (files !== null && files.length > 0) void run(() => chosenFiles(files));
  });
  panel.replaceChildren(
    element(
      'p',
      { id: 'how' },
      'The judgments lie beside this page. Choose the folder of the release, and every figure is ' +
        'computed again here. Nothing is sent anywhere.',
    ),
    input,
    limits(),
  );
  explorer.replaceChildren(element('p', {}, 'Choose the folder of the release above.'));
}

async function run(read: () => Promise<PublishedFiles>, pressed = 'proof'): Promise<void> {
  panel.className = 'proof';
  panel.replaceChildren(element('p', { role: 'status' }, 'Computing …'));
  // Painted before the work begins.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const started = performance.now();
  try {
    const proof = prove(await read(), opened);
    const hidden = draw(proof.drawn);
    showProof({ ...proof, changes: [...hidden, ...proof.changes] }, performance.now() - started);
    showExplorer(find('explorer'), proof.fold);
    find(pressed).focus({ preventScroll: true });
  } catch (error) {
    const place = find('proof');
    place.className = 'proof bad';
    const reason = error instanceof Error ? error.message : String(error);
    const text = `✗ The published judgments cannot be read: ${reason}`;
    place.replaceChildren(element('p', { role: 'alert' }, text));
  }
}

/** Shows the page as it was drawn again, and nothing of the one that was opened. */
function draw(drawn: Document): readonly string[] {
  const before = document.documentElement;
  const top = scrollY;
  document.replaceChild(document.adoptNode(drawn.documentElement), before);
  const comments = Array.from(document.childNodes).filter(
    (node) => node.nodeType === Node.COMMENT_NODE,
  );
  for (const node of comments) node.remove();
  scrollTo(0, top);
  return hasShadow(before) ? ['The page showed other elements than those that it holds.'] : [];
}

function showProof({ equal, differing, changes }: Proof, milliseconds: number): void {
  const seconds = (milliseconds / 1000).toFixed(1);
  const isGood = differing.length === 0 && changes.length === 0;
  const place = find('proof');
  place.className = `proof ${isGood ? 'good' : 'bad'}`;
  for (const one of [place, find('explorer')]) one.tabIndex = -1;
  const text = isGood
    ? `✓ ${equal} figures and everything around them computed again in ${seconds} s: all equal.`
    : `✗ ${differing.length} of ${equal + differing.length} figures differed from what the ` +
      `judgments give, and ${changes.length} other parts of the page.`;
  const details = [
    ...differing.map(
      ({ figure, shown, now }) => `${figure}: the page said ${shown}, the judgments give ${now}`,
    ),
    ...changes,
  ];
  place.replaceChildren(
    element('p', { role: 'status' }, text),
    element(
      'p',
      {},
      isGood
        ? 'What you see now was drawn from the judgments.'
        : 'What you see now was drawn from the judgments, not taken from the page:',
    ),
    ...(details.length === 0
      ? []
      : [element('ul', {}, ...details.slice(0, mostTold).map((one) => element('li', {}, one)))]),
    limits(),
  );
}

/** What this check cannot know. */
function limits(): HTMLElement {
  return element(
    'p',
    { class: 'limits' },
    'A page cannot vouch for itself: somebody who replaced its program, or the judgments in it, ' +
      'could make it say anything. “assay verify” checks the program and every file; a signature ' +
      'or an audit head that was kept elsewhere tells whose judgments these are.',
  );
}
