# syntax=docker/dockerfile:1
# The product without a database: MONGODB_URI names one (compose.yaml shows a whole installation). Nothing is written to the image's
# own files, so that the root may be read-only.

FROM node:24-bookworm-slim AS build
WORKDIR /portal
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run generate && npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /portal
# Owned by root and run by another: what serves people cannot change itself.
COPY --from=build /portal ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As `npm start` does, without npm before it: the process gets its signals at first hand.
CMD ["node", "--max-semi-space-size=8", "api/start.mjs"]
