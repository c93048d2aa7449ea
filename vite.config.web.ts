import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin, Rolldown } from 'vite';

/** What an annotator waits for. */
const judging = fileURLToPath(
  new URL('src/web/scenes/judging/annotate/AnnotateScene.tsx', import.meta.url),
);

/**
 * What every page begins with is one chunk, and what judging needs besides are two: the parts that
 * other scenes use too, and the rest. By themselves they would be split by which scenes share them,
 * into some forty, which a browser fetches six at a time.
 */
const fewChunks: CodeSplittingGroup[] = [
  {
    name: 'workbench',
    tags: ['$initial'],
    // A worker of its own.
    test: (id) => !id.endsWith('service-worker.ts'),
    priority: 3,
  },
  // Components of a library go where they are used, whatever else the library has.
  { name: 'library', test: /node_modules/, entriesAware: true, priority: 2 },
  {
    debugName: 'parts',
    name: (id, graph) => (isBelow(judging, id, graph) ? 'parts' : null),
    minShareCount: 3,
    priority: 1,
  },
  { name: 'judging', test: (id) => id === judging, priority: 0 },
];

const below = new Set<string>();

/** Whether a module is another, or is imported by it or by what it imports. */
function isBelow(top: string, id: string, graph: ModuleGraph): boolean {
  const add = (one: string): void => {
    if (below.has(one)) return;
    below.add(one);
    graph.getModuleInfo(one)?.importedIds.forEach(add);
  };
  add(top);
  return below.has(id);
}

type CodeSplittingOptions = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>;
type CodeSplittingGroup = NonNullable<CodeSplittingOptions['groups']>[number];
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * The pages: `vite build --config vite.config.web.ts` writes dist/web, which `assay serve` sends.
 */
export default defineConfig({
  root: 'src/web',
  plugins: [react(), withoutServerTexts(), serviceWorker(), compressed()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: fewChunks },
        // Without the scenes that share it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]!}-[hash].js`,
      },
    },
    // The pages carry parts of other people's work, whose licences ask to be named.
    license: { fileName: 'licences.md' },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4170' } },
});

/** Leaves out the English of what only the server says: it comes with every reply. */
function withoutServerTexts(): Plugin {
  return {
    name: 'without-server-texts',
    apply: 'build',
    load: (id) =>
      id.endsWith('/domain/server-texts.ts') ? 'export const serverTexts = {};' : undefined,
  };
}

/**
 * Builds the service worker beside the page, and tells it which assets there are. The list and the
 * page make its version: a change of any of them is a new one.
 */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      this.emitFile({
        type: 'chunk',
        id: join(this.environment.config.root, 'offline', 'service-worker.ts'),
        fileName: 'service-worker.js',
      });
    },
    generateBundle(_, bundle) {
      const built = bundle['service-worker.js'];
      if (built?.type !== 'chunk' || built.imports.length > 0)
        throw new Error('The service worker must be one file of its own');
      const assets = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/'))
        .map((name) => `/${name}`)
        .toSorted();
      const page = bundle['index.html'];
      if (page?.type !== 'asset')
        throw new Error('The page must be there before the service worker');
      const version = createHash('sha256')
        .update(JSON.stringify(assets))
        .update(page.source)
        .digest('hex')
        .slice(0, 16);
      built.code = built.code
        .replace('%ASSETS%', JSON.stringify(assets))
        .replace('%VERSION%', version);
    },
  };
}

/**
 * Puts a compressed copy beside each asset, so that the server has nothing to compress while people
 * wait. From the disk, where nothing changes any more.
 */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      for (const { fileName } of Object.values(bundle)) {
        if (dir === undefined || !/^assets\/.*\.(js|css|svg)$/.test(fileName)) continue;
        const file = join(dir, fileName);
        const bytes = readFileSync(file);
        if (bytes.length < 1024) continue;
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
        );
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
