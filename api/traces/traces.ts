import { DiagLogLevel, diag, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';
import { type Origin, originNow } from '../host/origin.ts';
import { attempts, beginnings } from '../jobs/attempts.ts';
import { commands } from '../store/commands.ts';
import { filterShape } from '../store/filter-shape.ts';
import { contextOf, traceparentOf } from './traceparent.ts';

export interface Traces {
  /** Begins the span of a request, below the one that its sender names; what the request does belongs to it. */
  request(origin: Origin, request: { method: string; route: string; sender: string | undefined }): void;
  answered(origin: Origin, answer: { status: number; isWhole: boolean }): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** A collector that does not answer holds up nothing, least of all the end; milliseconds. */
const patience = 3_000;

/** Begins to trace, and to send it to a collector by OTLP over HTTP. */
export function openTraces({ collector, log }: { collector: string; log: FastifyBaseLogger }): Traces {
  tellTrouble(log);
  const exporter = new OTLPTraceExporter({ url: `${collector.replace(/\/$/, '')}/v1/traces`, timeoutMillis: patience });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'order-portal' }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: patience })],
  });
  const tracer = provider.getTracer('order-portal');
  const below = (traceparent: string | undefined) => {
    const context = contextOf(traceparent);
    return context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT;
  };
  const spans = new WeakMap<Origin, Span>();
  const begin = (origin: Origin, span: Span) => {
    spans.set(origin, span);
    origin.traceparent = traceparentOf(span.spanContext());
  };

  /** A second end of the same is none. */
  const take = (origin: Origin) => {
    const span = spans.get(origin);
    spans.delete(origin);
    return span;
  };

  const ends = [
    commands.listen(({ collection, command, filter, began, milliseconds, isFailed }) => {
      const { traceparent } = originNow() ?? {};
      // What a loop looks for by itself belongs to nothing.
      if (traceparent === undefined) return;
      const attributes = {
        ...{ 'db.system.name': 'mongodb', 'db.collection.name': collection, 'db.operation.name': command },
        ...(filter === undefined ? {} : { 'db.query.summary': filterShape(filter) }),
      };
      const options = { kind: SpanKind.CLIENT, startTime: atTime(began), attributes };
      const span = tracer.startSpan(`${command} ${collection}`, options, below(traceparent));
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(atTime(began + milliseconds));
    }),
    beginnings.listen(({ origin, kind, queuedBy }) => {
      const context = contextOf(queuedBy);
      const attributes = { 'portal.job': origin.job ?? '', 'portal.request_id': origin.reqId ?? '' };
      const options = { kind: SpanKind.CONSUMER, attributes, links: context ? [{ context }] : [] };
      begin(origin, tracer.startSpan(`job ${kind}`, options, ROOT_CONTEXT));
    }),
    attempts.listen(({ origin, outcome }) => {
      const span = take(origin);
      span?.setAttribute('portal.outcome', outcome);
      if (outcome === 'failed' || outcome === 'postponed') span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    }),
  ];

  return {
    request: (origin, { method, route, sender }) => {
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'portal.request_id': origin.reqId ?? '',
      };
      begin(origin, tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, below(sender)));
    },
    answered: (origin, { status, isWhole }) => {
      const span = take(origin);
      span?.setAttribute('http.response.status_code', status);
      if (status >= 500 || !isWhole) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    },
    close: async () => {
      for (const end of ends) end();
      // What is left is lost with a collector that is away; it makes no end unclean.
      await provider
        .shutdown()
        .catch((error: unknown) => log.warn({ err: error }, 'the last traces could not be sent'));
    },
  };
}

/** What `performance.now()` told, as the time of day in milliseconds. */
const atTime = (moment: number) => performance.timeOrigin + moment;

/** A collector that can not be reached is told of; the product goes on. */
function tellTrouble(log: FastifyBaseLogger): void {
  const tell = (message: string) => log.warn({ reason: message.slice(0, 500) }, 'traces could not be sent');
  const silent = () => undefined;
  diag.setLogger(
    { error: tell, warn: tell, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
