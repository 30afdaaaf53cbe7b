/**
 * The read side of the Confluent Schema Registry API, served from the repository's schemas with
 * their pinned ids. Stock deserializers of any language can read our topics without another
 * service. Nothing can be registered here. Off the bus: the schemas are constants.
 */
import { Controller, Get, Header, Param, UseFilters } from '@nestjs/common';
import { registrySubjects, type RegistrySubject, type SubjectVersion } from '@libs/contracts';
import { Public } from '@libs/platform';
import { PathPipe } from '../http/zod.pipe.js';
import { registryContentType, RegistryError, RegistryErrorFilter } from './registry-error.js';

const idPipe = new PathPipe('1');
const subjectPipe = new PathPipe('flowledger.executions-value');
const versionPipe = new PathPipe('1', 'A number, or `latest`.');

const json = (): MethodDecorator => Header('content-type', registryContentType);

function subjectOf(name: string): RegistrySubject {
  const found = registrySubjects.find(({ subject }) => subject === name);
  if (found === undefined) throw new RegistryError(40401, `Subject '${name}' not found.`);
  return found;
}

function versionOf(name: string, version: string): SubjectVersion {
  const { versions } = subjectOf(name);
  if (version !== 'latest' && version !== '-1' && !/^[1-9]\d*$/.test(version)) {
    throw new RegistryError(
      42202,
      `The specified version '${version}' is not a valid version id. Allowed values are between [1, 2^31-1] and the string "latest"`,
    );
  }
  const found = /^\d/.test(version) ? versions[Number(version) - 1] : versions.at(-1);
  if (found === undefined) throw new RegistryError(40402, `Version ${version} not found.`);
  return found;
}

function withId(id: string): readonly SubjectVersion[] {
  const found = registrySubjects
    .flatMap(({ versions }) => versions)
    .filter((version) => String(version.id) === id);
  if (found.length === 0) throw new RegistryError(40403, `Schema ${id} not found`);
  return found;
}

@Public()
@UseFilters(RegistryErrorFilter)
@Controller()
export class RegistryController {
  @Get('schemas/types')
  @json()
  types(): string[] {
    return ['AVRO'];
  }

  @Get('schemas/ids/:id')
  @json()
  schema(@Param('id', idPipe) id: string): object {
    return { schema: withId(id)[0]?.schema };
  }

  @Get('schemas/ids/:id/schema')
  @json()
  schemaText(@Param('id', idPipe) id: string): string | undefined {
    return withId(id)[0]?.schema;
  }

  @Get('schemas/ids/:id/versions')
  @json()
  versionsWithId(@Param('id', idPipe) id: string): object[] {
    return withId(id).map(({ subject, version }) => ({ subject, version }));
  }

  @Get('subjects')
  @json()
  subjects(): string[] {
    return registrySubjects.map(({ subject }) => subject);
  }

  @Get('subjects/:subject/versions')
  @json()
  versions(@Param('subject', subjectPipe) subject: string): number[] {
    return subjectOf(subject).versions.map(({ version }) => version);
  }

  @Get('subjects/:subject/versions/:version')
  @json()
  version(
    @Param('subject', subjectPipe) subject: string,
    @Param('version', versionPipe) version: string,
  ): SubjectVersion {
    return versionOf(subject, version);
  }

  @Get('subjects/:subject/versions/:version/schema')
  @json()
  versionText(
    @Param('subject', subjectPipe) subject: string,
    @Param('version', versionPipe) version: string,
  ): string {
    return versionOf(subject, version).schema;
  }

  @Get('config')
  @json()
  config(): object {
    return { compatibilityLevel: 'BACKWARD_TRANSITIVE' };
  }

  @Get('config/:subject')
  @json()
  subjectConfig(@Param('subject', subjectPipe) subject: string): object {
    return { compatibilityLevel: subjectOf(subject).compatibility };
  }

  @Get('mode')
  @json()
  mode(): object {
    return { mode: 'READONLY' };
  }
}
