/* Grammars of the services field.
 *
 * SPDX-License-Identifier: MIT */
#ifndef APP_GRAMMARS_H
#define APP_GRAMMARS_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/application.h>

/* A grammar of the services field. Its functions are members of struct
 * ddds_application; |has_protocols|: fields can have protocols. */
struct grammar {
    const char *name;
    ddds_status (*read_services)(const struct ddds_application *self,
                                 const char *text,
                                 struct ddds_services *services,
                                 struct ddds_error *error);
    bool (*is_offered)(const struct ddds_application *self,
                       struct ddds_span wanted, struct ddds_span offered);
    bool requires_tags;
    bool has_protocols;
};

/* Return the grammar called |name|, or NULL. */
const struct grammar *ddds_grammar_find(const char *name);

/* Return the grammar at |index|, counted from 0; NULL after the last. The
 * grammar at 0 is the default. */
const struct grammar *ddds_grammar_at(size_t index);

/* Return the grammar of |application|, or NULL. */
const struct grammar *
ddds_grammar_of(const struct ddds_application *application);

/* Set the functions of |application| to those of |grammar|. */
void ddds_grammar_use(struct ddds_application *application,
                      const struct grammar *grammar);

/* Parsers of the services field |text|. See |read_services| in
 * ddds/application.h. */

/* "E2U+sip" (RFC 6116 section 3.4.3), without Enumservices for private
 * networks (section 3.4.3.1). */
ddds_status ddds_grammar_read_enum(const struct ddds_application *self,
                                   const char *text,
                                   struct ddds_services *services,
                                   struct ddds_error *error);

/* Tags of RFC 3958; diameter.dtls, as in RFC 6733 section 5.2, means
 * diameter.dtls.sctp, which its section 11.6 registers. */
ddds_status ddds_grammar_read_diameter(const struct ddds_application *self,
                                       const char *text,
                                       struct ddds_services *services,
                                       struct ddds_error *error);

/* Tags of RFC 3958, or "I2R+http", as in RFC 9517, which means "I2R:http". */
ddds_status ddds_grammar_read_ddi(const struct ddds_application *self,
                                  const char *text,
                                  struct ddds_services *services,
                                  struct ddds_error *error);

/* "MIHIS+M2T": a service, and the letter of its transport (RFC 5679 section
 * 2.2). The protocols are "udp", "tcp" and "sctp", or "M2" and the letter. */
ddds_status ddds_grammar_read_mih(const struct ddds_application *self,
                                  const char *text,
                                  struct ddds_services *services,
                                  struct ddds_error *error);

/* Ignore the contents of the field. */
ddds_status ddds_grammar_read_nothing(const struct ddds_application *self,
                                      const char *text,
                                      struct ddds_services *services,
                                      struct ddds_error *error);

/* The complete field is a service. */
ddds_status ddds_grammar_read_whole(const struct ddds_application *self,
                                    const char *text,
                                    struct ddds_services *services,
                                    struct ddds_error *error);

/* "SIP+D2U" (RFC 3263 section 4.1). */
ddds_status ddds_sip_read_services(const struct ddds_application *self,
                                   const char *text,
                                   struct ddds_services *services,
                                   struct ddds_error *error);

/* Tags of RFC 3958; x-eduroam:radius.tls means radius.tls.tcp, too. */
ddds_status ddds_radius_read_services(const struct ddds_application *self,
                                      const char *text,
                                      struct ddds_services *services,
                                      struct ddds_error *error);

#endif
