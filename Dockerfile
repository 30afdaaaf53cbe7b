# One image for all five apps: APP says which one runs.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Scripts stay off: only the compiler is needed here, and its program comes as a package of its own.
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
COPY .swcrc tsconfig.json ./
COPY scripts scripts
COPY libs libs
COPY apps apps
COPY examples examples
# off: an image without the dashboard.
ARG DASHBOARD=on
RUN DASHBOARD=$DASHBOARD node scripts/build.mjs --force

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error

FROM node:24-slim
ARG APP=api
ENV APP=$APP NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
# A named volume takes its owner and mode from here.
RUN mkdir -m 700 /data && chown node:node /data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# exec: the app is process 1 and hears the stop signal itself.
CMD ["sh", "-c", "exec node --enable-source-maps dist/apps/$APP/src/main.js"]
