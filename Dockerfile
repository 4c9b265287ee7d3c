# Built for the platform that asks: docker buildx build --platform linux/amd64,linux/arm64 .
# The release workflow adds the digest that the tag stands for on that day. The tag stands in FROM itself, because Dependabot does not read ARG.
FROM node:24.21.0-bookworm-slim AS base

FROM base AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY src src
COPY test/tooling/write-build-information.js test/tooling/bundle.js test/tooling/
RUN npm run build && npm prune --omit=dev --no-audit --no-fund && mkdir -m 700 /state

FROM base
# 0.0.0.0, because here whoever publishes the port chooses the network.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 ALLKIRI_HOST=0.0.0.0 ALLKIRI_TRUST_STORE=/state/trust
WORKDIR /app
COPY package.json LICENSE ./
COPY wsdl wsdl
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
# The one folder that is written to; the rest of the file system may be read-only.
COPY --from=build --chown=1000:1000 /state /state
VOLUME /state
USER 1000:1000
EXPOSE 8080 8443
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ALLKIRI_PORT || 8080}/monitoring/heartbeat`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# A young generation of 2 MB, and two arenas of the C library: with the defaults the service holds some 40 MB more, for nothing.
ENTRYPOINT ["node", "--max-semi-space-size=2", "/app/dist/main.js"]
CMD ["serve"]
