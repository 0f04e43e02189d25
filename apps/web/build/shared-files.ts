import { fileURLToPath } from 'node:url';
import { normalizePath, type Rolldown } from 'vite';

const sources = normalizePath(fileURLToPath(new URL('../src/', import.meta.url)));

/**
 * Groups the modules of the first screens into a few chunks instead of thirty: before the first
 * paint, login, routes, private screens, dashboard. The importers of a module decide its chunk.
 */
export function sharedFiles(): Rolldown.CodeSplittingGroup[] {
  let files: ReturnType<typeof filesOf> | undefined;
  return (['first', 'foundation', 'application', 'private', 'dashboard'] as const).map(
    (name, place) => ({
      debugName: name,
      priority: 5 - place,
      name(module, graph) {
        files ??= filesOf((id) => ownImportsOf(id, graph));
        return files[name].has(module) ? name : null;
      },
    }),
  );
}

function filesOf(importsOf: ImportsOf) {
  const reach = (...paths: string[]) =>
    reachOf(
      paths.map((path) => `${sources}${path}`),
      importsOf,
    );
  const entry = 'main.ts';
  const first = reach(entry);
  first.delete(`${sources}${entry}`);
  const loginScreen = 'features/identity/account/access/login-screen.tsx';
  const start = 'start.tsx';
  const foundation = reach(start, loginScreen);
  foundation.delete(`${sources}${loginScreen}`);
  // `start.tsx` awaits the application: in a chunk that the application imports, it would deadlock.
  foundation.delete(`${sources}${start}`);
  const application = reach('app/application.tsx');
  const dashboard = reach('features/protocol/dashboard/dashboard-screen.tsx');
  // Private screens other than the dashboard share the modules outside of `features`.
  const common = [...dashboard].filter((module) => !module.startsWith(`${sources}features/`));
  return {
    first,
    foundation,
    application,
    private: new Set([...reach('app/layouts/private-layout.tsx'), ...common]),
    dashboard,
  };
}

/**
 * The imports of a module without libraries: libraries have a chunk of their own, and import more
 * than the application uses.
 */
function ownImportsOf(id: string, graph: Rolldown.ChunkingContext): string[] {
  const info = graph.getModuleInfo(id);
  if (!info) throw new Error(`${id} is not part of the application; has it moved?`);
  return info.importedIds.filter((imported) => !imported.includes('/node_modules/'));
}

type ImportsOf = (module: string) => readonly string[];

/** The modules and their static imports, transitively. */
export function reachOf(entries: readonly string[], importsOf: ImportsOf): Set<string> {
  const reached = new Set<string>();
  const visit = (module: string) => {
    if (reached.has(module)) return;
    reached.add(module);
    importsOf(module).forEach(visit);
  };
  entries.forEach(visit);
  return reached;
}
