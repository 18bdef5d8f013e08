// What a main-text extractor behind Thrift offers: a page goes in, its text comes out.

exception Refused {
  1: string reason
}

service Extractor {
  string version(),
  string extract(1: binary page, 2: string url) throws (1: Refused refused)
}
