import Markdown from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

/** Loaded apart, see MarkdownText. The default export is what React's lazy takes. */
export default function RichText({ text }: { text: string }) {
  return (
    <Markdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSanitize]} components={{ a: OutsideLink }}>
      {text}
    </Markdown>
  );
}

/** A link must not take a person away from what they are typing. */
function OutsideLink({ href, children }: { href?: string; children?: React.ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
