import { MantineProvider, MantineThemeProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, use, useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { readKeymap } from './actions/keymap.ts';
import { KeymapContext, useKeyboard } from './actions/use-actions.ts';
import { replies } from './api/cache.ts';
import { SessionProvider, useSessionControl } from './api/session.tsx';
import { EmptyState } from './components/EmptyState.tsx';
import { ErrorBoundary } from './components/ErrorBoundary.tsx';
import { FirstPaint } from './components/FirstPaint.tsx';
import { Link } from './components/Link.tsx';
import { Loading } from './components/Loading.tsx';
import { Shell } from './shell/Shell.tsx';
import { Unreachable } from './components/Unreachable.tsx';
import { OutboxProvider } from './outbox/use-outbox.tsx';
import { redirect, usePlace } from './router.ts';
import type { Place, Search } from './router.ts';
import { scenes } from './scenes.ts';
import { styleNonce } from './style-nonce.ts';
import { cssVariables, numberFields, theme } from './theme.ts';
import type { Language } from './texts/define-texts.ts';
import { loadGerman } from './texts/error-sentence.ts';
import { browserLanguage, LanguageProvider, readLanguage } from './texts/language.tsx';
import { useSharedTexts } from './texts/shared-texts.ts';

/** The whole workbench. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
      deduplicateInlineStyles
    >
      <QueryClientProvider client={replies.client}>
        <SessionProvider>
          <Workbench />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function Workbench() {
  const { state } = useSessionControl();
  const account = state.kind === 'signed-in' ? state.session.account : null;
  const language = account === null ? browserLanguage() : readLanguage(account.language);
  const stored = account?.keymap ?? 'assay';
  const keymap = useMemo(() => readKeymap(stored, language), [stored, language]);
  useKeyboard(keymap);
  return (
    <LanguageProvider language={language}>
      <MantineThemeProvider inherit theme={numberFields[language]}>
        <KeymapContext value={keymap}>
          <OutboxProvider account={account?.id ?? null}>
            <Suspense fallback={<FirstPaint />}>
              <ServerTexts language={language}>
                <CurrentScene />
              </ServerTexts>
            </Suspense>
          </OutboxProvider>
        </KeymapContext>
      </MantineThemeProvider>
    </LanguageProvider>
  );
}

/** Waits until what the server says is there in the reader's language; English always is. */
function ServerTexts({
  language,
  children,
}: Readonly<{ language: Language; children: ReactNode }>) {
  if (language === 'de') use(loadGerman());
  return children;
}

function CurrentScene() {
  const { state, reload } = useSessionControl();
  const place = usePlace();
  const entry = place.name === null ? null : scenes[place.name];
  const mustSignIn = state.kind === 'signed-out' && entry?.isPublic !== true;
  useEffect(() => {
    const search: Search = place.path === '/' ? {} : { to: place.path };
    if (mustSignIn) redirect({ to: 'sign-in', search });
  }, [mustSignIn, place.path]);
  if (state.kind === 'unreachable') return <Unreachable onRetry={reload} />;
  if (state.kind === 'loading' || mustSignIn) return <FirstPaint />;
  const layout = entry?.layout ?? 'page';
  const scene = (
    <ErrorBoundary resetKey={place.path}>
      <Suspense fallback={<Loading />}>
        {entry === null ? (
          <NotFound />
        ) : (
          <entry.Scene key={sceneKey(place)} params={place.params} search={place.search} />
        )}
      </Suspense>
    </ErrorBoundary>
  );
  if (layout === 'bare' || state.kind !== 'signed-in') return <main>{scene}</main>;
  return (
    <Shell place={place} layout={layout}>
      {scene}
    </Shell>
  );
}

/** Another project or run is another scene; another search is the same one. */
function sceneKey(place: Place): string {
  return JSON.stringify([place.name, place.params]);
}

function NotFound() {
  const texts = useSharedTexts();
  return (
    <EmptyState title={texts.noSuchPage}>
      <Link target={{ to: 'home' }}>{texts.backHome}</Link>
    </EmptyState>
  );
}
