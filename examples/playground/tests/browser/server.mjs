// A static server as plain as they come: the built page below `/some/where/`, and nothing else.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json',
};

export const PATH = '/some/where/';

/** Serves a folder until it is closed; `asked` are the paths that were asked for, `given` the requests that bring more than a path. */
export async function serve(folder) {
  const asked = [];
  const given = [];
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url, 'http://localhost');
    asked.push(pathname);
    request.resume(); // else one with a body is never done
    if (request.method !== 'GET' || search.length > 100) given.push(`${request.method} ${request.url}`);
    const name = normalize(pathname.slice(PATH.length) || 'index.html');
    try {
      if (!pathname.startsWith(PATH) || name.startsWith('..')) throw new Error('not here');
      const bytes = await readFile(join(folder, name));
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' });
      response.end(bytes);
    } catch {
      response.writeHead(404).end('not found');
    }
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const close = () => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve); });
  return { url: `http://localhost:${server.address().port}${PATH}`, asked, given, close };
}
