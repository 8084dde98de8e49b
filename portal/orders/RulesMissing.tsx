import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';

/** The rules language did not come: what it decides is left to the server. */
export function RulesMissing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Banner
      status="warn"
      title="The rules of this form could not be loaded."
      actions={<Button onClick={onRetry}>Try again</Button>}
    >
      {`${error.message} Some fields may be missing. What you type is checked when you save.`}
    </Banner>
  );
}
