// A reverse proxy, which has a service below a path of a larger site.

import { createServer, request } from "node:http";

const BELOW = "/games/teeko/";

/**
 * Starts a proxy of the service at an address. Returns its server and the address of the page. Like
 * nginx with `location /games/teeko/ { proxy_pass ADDRESS; }`, it knows no other paths.
 */
export async function behindProxy(service) {
  const server = createServer((asked, answer) => {
    if (!asked.url.startsWith(BELOW)) return answer.writeHead(404).end("no page of this site");
    const path = asked.url.slice(BELOW.length - 1);
    const { host } = new URL(service);
    const { method, headers } = asked;
    const passed = request(new URL(path, service), { method, headers: { ...headers, host } });
    passed.on("response", (found) => {
      answer.writeHead(found.statusCode, found.headers);
      found.pipe(answer);
    });
    passed.on("error", () => answer.writeHead(502).end());
    return asked.pipe(passed);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `http://127.0.0.1:${server.address().port}${BELOW}` };
}
