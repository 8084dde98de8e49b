import { Link, type RouteObject } from 'react-router-dom';
import { PageHead } from '../../frame/PageHead.tsx';
import { CopyButton } from '../../look/CopyButton.tsx';
import styles from './FirstCallPage.module.css';
import { type FirstCallExample, firstCallExamples } from './firstCallExamples.ts';

/** The page "Your first call": how a program calls the API with a token, in three languages. */
export const firstCallRoutes: RouteObject[] = [{ path: '/settings/first_call', element: <FirstCallPage /> }];

function FirstCallPage() {
  const examples: readonly FirstCallExample[] = Object.values(firstCallExamples(location.origin));
  return (
    <div className={styles.page}>
      <PageHead title="Your first call" />
      <p>Everything that the portal does, a program can do through the API, with your permissions.</p>
      <section className={styles.section} aria-labelledby="token">
        <h2 id="token">1. Create a token</h2>
        <p>
          <span>Go to </span>
          <Link to="/settings">Settings</Link>
          <span>
            , “API keys and tokens”, and create a token. Limit it to what the program needs: for this example, “Read
            only” and “Clients”. Then set it in the terminal:
          </span>
        </p>
        <Code label="Set the token" code="export PORTAL_TOKEN=portal_…" />
      </section>
      <section className={styles.section} aria-labelledby="call">
        <h2 id="call">2. List your clients</h2>
        {examples.map(({ title, start, code }) => (
          <section key={title} className={styles.section} aria-label={title}>
            <h3>{title}</h3>
            <p className={styles.hint}>{start}</p>
            <Code label={title} code={code} />
          </section>
        ))}
      </section>
      <section className={styles.section} aria-labelledby="next">
        <h2 id="next">3. What to know next</h2>
        <ul className={styles.list}>
          <li>
            <strong>All calls: </strong>
            <a href="/api/docs">API reference</a>
            <span>, and </span>
            <a href="/api/openapi.json">the OpenAPI document</a>
            <span> for code generators.</span>
          </li>
          <li>
            <strong>Pages: </strong>
            <span>
              a list has up to 200 records (limit). Request the next page with after and the value of next in the
              response.
            </span>
          </li>
          <li>
            <strong>Changes: </strong>
            <span>
              PATCH replaces the fields that you send. With If-Match and the revision that you read, a change fails with
              RESOURCE_CONFLICT when somebody else was faster.
            </span>
          </li>
          <li>
            <strong>Retries: </strong>
            <span>
              send an Idempotency-Key with a POST, so that a repeated request creates one record. After 429 and 503 wait
              as many seconds as Retry-After says.
            </span>
          </li>
          <li>
            <strong>Errors: </strong>
            <span>
              the response has a code and a message, and details.fields names each field with its problem. 401 means
              that the token is wrong or has expired.
            </span>
          </li>
          <li>
            <strong>Pages of other sites: </strong>
            <span>
              a token in a web page can be read by everyone who opens it. Browsers may call the API from origins that
              the operator allows (CORS_ORIGINS).
            </span>
          </li>
        </ul>
      </section>
    </div>
  );
}

function Code({ label, code }: { label: string; code: string }) {
  return (
    <div className={styles.code}>
      <pre>
        <code>{code}</code>
      </pre>
      <CopyButton label={label} text={code} />
    </div>
  );
}
