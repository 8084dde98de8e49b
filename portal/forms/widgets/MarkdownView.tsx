import { useFormStore } from '../store/hooks.ts';
import { MarkdownText } from './MarkdownText.tsx';
import type { ViewProps } from './viewProps.ts';

/** A widget with Markdown text between the fields. */
export function MarkdownView({ widget, row }: ViewProps<'markdown'>) {
  const store = useFormStore();
  return (
    <div id={store.elementId(widget, row)}>
      <MarkdownText text={widget.config.content} />
    </div>
  );
}
