import type { Route } from './route.ts';

type Asked = Pick<Route, 'method' | 'path' | 'response' | 'files'>;

/** Whether a route answers HEAD: any GET except endless streams and logged exports. */
export function hasHead({ method, response, files }: Asked): boolean {
  return method === 'GET' && response !== 'text/event-stream' && files === null;
}

/** Finds the methods of an address; none if it does not exist. */
export function methodsOf(routes: readonly Asked[]): (address: string) => readonly string[] {
  const known = routes.map((route) => ({
    methods: hasHead(route) ? [route.method, 'HEAD'] : [route.method],
    pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
  }));
  return (address) => {
    const path = address.split('?')[0]!;
    return known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
  };
}
