import { Banner } from '../../look/Banner.tsx';
import { Button } from '../../look/Button.tsx';

/** The warning that the form's rules (rules language) failed to load: then only the server validates. */
export function RulesLoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Banner
      status="warn"
      title="The rules of this form couldn't be loaded."
      actions={<Button onClick={onRetry}>Try again</Button>}
    >
      {`${error.message} Some fields may be missing. Your input is checked when you save.`}
    </Banner>
  );
}
