/** A program that calls the API with a token in the environment variable PORTAL_TOKEN. */
export interface FirstCallExample {
  title: string;
  /** How to start it. */
  start: string;
  code: string;
}

/**
 * The programs of the page "Your first call", by language, for a portal at `url`. Each prints the names of up to five
 * clients, and an error with its code and message. `tests/api/first-call.test.ts` runs them.
 */
export const firstCallExamples = (url: string) =>
  ({
    curl: {
      title: 'curl',
      start: 'Paste it into a terminal.',
      code: `curl --fail-with-body --silent --show-error \\
  --header "Authorization: Bearer $PORTAL_TOKEN" \\
  "${url}/api/clients?limit=5&sort=name"`,
    },
    javascript: {
      title: 'JavaScript',
      start: 'Save it as first-call.mjs and run: node first-call.mjs (Node 18 or newer, no packages)',
      code: `const portal = '${url}';
const headers = { Authorization: \`Bearer \${process.env.PORTAL_TOKEN}\` };

async function call(path, { method = 'GET', body, revision } = {}) {
  const response = await fetch(portal + path, {
    method,
    headers: {
      ...headers,
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...(revision ? { 'If-Match': \`"\${revision}"\` } : {}),
    },
    body: body && JSON.stringify(body),
  });
  const result = await response.json();
  if (!response.ok) throw new Error(\`\${result.code}: \${result.message}\`);
  return result;
}

const { results, pagination } = await call('/api/clients?limit=5&sort=name');
for (const client of results) console.log(client.name);
console.log(\`\${pagination.total} clients in all\`);`,
    },
    python: {
      title: 'Python',
      start: 'Save it as first_call.py and run: python3 first_call.py (Python 3.9 or newer, no packages)',
      code: `import json
import os
import sys
import urllib.error
import urllib.request

PORTAL = "${url}"


def call(path, method="GET", body=None, revision=None):
    headers = {"Authorization": f"Bearer {os.environ['PORTAL_TOKEN']}"}
    if body is not None:
        headers["Content-Type"] = "application/json"
    if revision is not None:
        headers["If-Match"] = f'"{revision}"'
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(PORTAL + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        sys.exit(f"{problem['code']}: {problem['message']}")


page = call("/api/clients?limit=5&sort=name")
for client in page["results"]:
    print(client["name"])
print(f"{page['pagination']['total']} clients in all")`,
    },
  }) as const satisfies Record<string, FirstCallExample>;
